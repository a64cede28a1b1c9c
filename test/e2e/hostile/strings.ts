/** Texts that would do something if anything but text were made of them. */
export const attacks = {
  image: '<img src=x onerror="window.attacked=1">',
  script: '</script><script>window.attacked=1</script>',
  vector: '<svg onload="window.attacked=1"><a href="javascript:window.attacked=1">x</a></svg>',
  link: 'javascript:window.attacked=1',
  foreign: '<link rel=stylesheet href=//evil.example/x.css><iframe src=//evil.example></iframe>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what it attacks
  template: '{{constructor.constructor("window.attacked=1")()}} ${window.attacked=1} %s %o',
  reversed: 'invoice\u202Egnp.exe',
  isolated: '\u2067right\u2066left\u2069\u2069',
  nothing: 'pay\u200Bments\u2060\uFEFF',
  filled: 'a\u3164b\u115F',
  tagged: 'ok\u{E0041}\u{E007F}',
  nul: 'before\u0000after',
  terminal: '\u001B]0;taken\u0007\u001B[2J\u001B[31mred\u009B5n\u001B]52;c;ZXZpbA==\u0007',
  lines: 'first\u2028second\u2029third\r\nfourth',
  lone: 'half\uD800 a pair',
  stacked: `Z${'\u0351\u0352\u0353'.repeat(200)}`,
  prototype: '__proto__',
  method: 'constructor',
  path: '../../../../etc/passwd',
  encoded: '%2e%2e%2f%00%0d%0a',
} as const

export const allAttacks: readonly string[] = Object.values(attacks)

/** A megabyte in one value. */
export const mega = 'A<b>1</b>\u202E'.repeat(100_000)

/** An object of one’s own keys, `__proto__` among them, as JSON from a server has it. */
export function hostileMap(value: string): Readonly<Record<string, string>> {
  const entries = [...allAttacks, 'toString', 'hasOwnProperty', 'valueOf', 'then', '$ref', ''].map(
    key => [key, value] as const,
  )
  return Object.fromEntries(entries)
}
