import { createServer, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'

const page = `<!doctype html><meta charset="utf-8"><title>usual</title><style>
body{margin:0;font:12px monospace}.list{height:100vh;overflow:auto}
.row{position:absolute;left:0;right:0;height:26px;display:flex;align-items:center;border-bottom:1px solid #ddd}
.active{background:#cde}.cell{flex:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
</style><div id="root"></div><script src="/page.js"></script>`

export interface UsualPage {
  readonly address: string
  stop(): void
}

/** Serves the page of the usual design, and the API of the server for it. */
export async function serveUsual(server: string): Promise<UsualPage> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'usualPage.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = outputFiles[0]?.text ?? ''
  const host = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (path === '/') send(answer, 'text/html', page)
    else if (path === '/page.js') send(answer, 'text/javascript', script)
    else {
      const passed = request(new URL(path, server), response => {
        answer.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      passed.end()
    }
  })
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
  const address = host.address()
  if (typeof address !== 'object' || address === null) throw new Error('the page has no port')
  return {
    address: `http://127.0.0.1:${address.port}/`,
    stop: () => {
      host.closeAllConnections()
      host.close()
    },
  }
}

function send(answer: ServerResponse, type: string, text: string): void {
  answer.writeHead(200, { 'content-type': type })
  answer.end(text)
}
