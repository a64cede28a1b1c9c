// Renders build/resources/icon.svg to the files installers need. Run after the drawing changed;
// the results are checked in, so that a build needs no browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../chromium.ts'
import { root } from '../root.ts'

const folder = join(root, 'build/resources')
/** Below this size in pixels the towers blur; the plain arch of the page’s own mark stands in. */
const smallest = 40
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const
const windowsSizes = [16, 24, 32, 48, 64, 128, 256] as const
/** Types of an icns file that hold a PNG: name and size in pixels. */
const appleTypes = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const
/** Apple’s grid leaves a margin: the square is 824 of 1024 points wide. */
const appleShare = 824 / 1024

async function render(page: Page, size: number, share: number): Promise<Buffer> {
  const svg = await readFile(join(folder, size * share < smallest ? 'icon-small.svg' : 'icon.svg'), 'utf8')
  const margin = (size * (1 - share)) / 2
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{position:absolute;left:${margin}px;top:${margin}px;width:${size * share}px;height:${size * share}px}</style>${svg}`,
  )
  return page.screenshot({ omitBackground: true })
}

/** An ICO file of PNG images, as Windows Vista and newer read it. */
function ico(images: readonly (readonly [number, Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + images.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  images.forEach(([size, png], index) => {
    const at = 6 + index * 16
    // 256 is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...images.map(([, png]) => png)])
}

/** An ICNS file: each image behind its type and length. */
function icns(images: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = images.map(([type, png]) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}

const browser = await chromium.launch(launchOptions)
try {
  const page = await browser.newPage()
  await mkdir(join(folder, 'icons'), { recursive: true })
  for (const size of linuxSizes)
    await writeFile(join(folder, 'icons', `${size}x${size}.png`), await render(page, size, 1))
  const windows: [number, Buffer][] = []
  for (const size of windowsSizes) windows.push([size, await render(page, size, 1)])
  await writeFile(join(folder, 'icon.ico'), ico(windows))
  const apple: [string, Buffer][] = []
  for (const [type, size] of appleTypes) apple.push([type, await render(page, size, appleShare)])
  await writeFile(join(folder, 'icon.icns'), icns(apple))
} finally {
  await browser.close()
}
