import { expect, it } from 'vitest'
import { growthOf, mostLinear } from './fixture/index.ts'
import { levelOf } from './index.ts'

it.each([
  ['I0102 15:04:05.000000       1 main.go:1] text', 'info'],
  ['E0102 15:04:05.000000       1 main.go:1] text', 'error'],
  ['W0102 15:04:05.000000       1 main.go:1] text', 'warn'],
  ['time=2026-01-01T00:00:00Z level=WARN msg="slow"', 'warn'],
  ['ts=1 caller=x lvl=eror msg=x', 'error'],
  ['severity="critical" x', 'fatal'],
  ['{"level":"debug","msg":"ERROR is no level here"}', 'debug'],
  ['{"msg":"x","severity":"WARNING"}', 'warn'],
  ['{"time":1,"level":50,"msg":"bunyan and pino"}', 'error'],
  ['{"level":35}', 'info'],
  ['{"level":3}', null],
  ['{"log.level":"error","message":"as ECS has it"}', 'error'],
  ['{"request":{"level":"error"},"level":"info"}', 'info'],
  ['{"msg":"a \\"level\\":\\"error\\" inside","level":"info"}', 'info'],
  ['{"msg":"\\\\","level":"error"}', 'error'],
  ['  { "level" : "error" }', 'error'],
  ['{"msg":"no level"}', null],
  ['[ERROR] it failed', 'error'],
  ['[2026-01-01T00:00:00Z] [ info] [engine] started', 'info'],
  ['2026/01/01 00:00:00 [error] 29#29: *1 connect() failed', 'error'],
  ['2026-01-01 00:00:00.000  WARN 1 --- [main] x : y', 'warn'],
  ['2026-01-01T00:00:00.000Z\tinfo\tserver started', 'info'],
  ['2026-01-01 00:00:00 UTC [7] FATAL:  terminating', 'fatal'],
  ['panic: runtime error: index out of range', 'fatal'],
  ['error: cannot connect', 'error'],
  ['Error: cannot connect', 'error'],
  ['INFO and later an ERROR', 'info'],
  ['GET /error/INFO.html 200', null],
  ['an information that is none', null],
  ['terrors and errors', null],
  ['\tat com.example.Main(Main.java:1)', null],
  ['', null],
])('%s is %s', (text, level) => expect(levelOf(text)).toBe(level))

it.each(['{"', '[', '\\', ' ', '\\"', '{"level":'])(
  'a line of %j again and again takes time that grows with what is looked at alone',
  repeated => {
    for (const begin of ['', '{"a":"']) {
      const work = (size: number) => levelOf(`${begin}${repeated.repeat(size)}`)
      expect(growthOf(work)).toBeLessThan(mostLinear)
    }
  },
)

it('what is looked at is bounded, however long the line', () => {
  const begin = `{"a":"${'x'.repeat(20_000)}"`
  expect(levelOf(`${begin},"level":"error"}`)).toBeNull()
  expect(levelOf(`${' '.repeat(500)}level=error`)).toBeNull()
})
