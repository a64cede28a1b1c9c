import { mask } from './mask.ts'

/** Puts the mask in place of one sort of credential; keeps what tells the reader what stood there. */
type Rule = (text: string) => string

function rule(pattern: RegExp, replacement: string): Rule {
  return text => text.replace(pattern, replacement)
}

/** A value between quotes, escaped or not: to the next quote of the same escaping. */
const quoted = String.raw`(?<quote>\\*["'])(?<inner>[^\n]{0,10000}?)(?<!\\)\k<quote>`
/** A value without quotes. A comma or semicolon ends it only where something else follows it. */
const bare = String.raw`\\*["']?(?!\[redacted\])(?:[^\s"'\\,;&}]|[,;](?![\s"'\\]|[\w-]+[=:]|$))`

/**
 * `name: value`, `name=value` and `"name":"value"`, escaped or not.
 * @param shortest length from which a value counts: sentences speak of tokens too
 */
function fieldRule(names: string, shortest: number, flags = 'gi'): Rule {
  const name = String.raw`((?:${names})\\*["']?\s*[:=]\s*)`
  const pattern = new RegExp(`${name}(?:${quoted}|${bare}{${shortest},})`, flags)
  return text =>
    text.replace(pattern, (whole: string, ...found: readonly unknown[]) => {
      const { quote, inner = '' } = found.at(-1) as { readonly quote?: string; readonly inner?: string }
      if (quote === undefined) return `${found[0]}${mask}`
      return inner.length < shortest ? whole : `${found[0]}${quote}${mask}${quote}`
    })
}

/** Values of these headers are masked to the end of the line: cookies and schemes have several parts. */
const headerRule =
  /((?:proxy-)?authorization|(?:set-)?cookie|\bx-[\w-]{0,60}?(?:token|key|secret|password|signature))(\\*["']?\s*[:=]\s*\\*["']?)(?!\[redacted\]$)[^\r\n"'\\]{3,}/gi

/** Parameters of addresses that are credentials: OAuth, and signed links of object stores. */
const parameterRule =
  /([?&](?:[\w-]*token|[\w-]*secret|[\w-]*password|api[-_]?key|key|sig|signature|code|assertion|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=)(?!\[redacted\])[^&\s"'\\#]+/gi

/** `--client-secret X`. */
const flagRule =
  /((?:^|\s|["'])--?[\w-]*(?:token|password|passwd|secret|api[-_]?key)[\w-]*(?:=|\s+|\\*["'],\s*\\*["']))(?!\[redacted\])(?!-)[^\s"'\\,]+/gi

/** `AWS_SECRET_ACCESS_KEY=X`, `DB_PASS=X`. */
const variableNames =
  '\\b[A-Z][A-Z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|ACCESS_KEY(?:_ID)?|PRIVATE_KEY)[A-Z0-9_]*|\\b(?:[A-Z][A-Z0-9_]*_)?PASS|\\b[A-Z][A-Z0-9_]*_PWD'

/** Names of fields whose value is masked however short. */
const passwordNames =
  'password|passwd|passphrase|(?<=[_-])(?:pass|pwd)|client[-_]?secret|secret[-_]?(?:access[-_]?)?key|api[-_]?key|client[-_]?key(?:[-_]?data)?|private[-_]?key'

/** A line of YAML: its plain value may have spaces, to the end of the line. */
const lineRule = new RegExp(
  String.raw`^([ \t]*(?:-[ \t]+)*(?:[\w-]*[-_])?(?:${passwordNames})[ \t]*:[ \t]+)(?!\[redacted\])[^\s"'{[|>&*!][^\n]*`,
  'gim',
)

/** Tokens that are known by their form: OpenShift, GitHub, GitLab, Slack, AWS, EKS, Google, bootstrap tokens. */
const formRule =
  /\b(?:sha256~[\w-]{20,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|k8s-aws-v1\.[\w-]+|ya29\.[\w-]{20,}|[a-z0-9]{6}\.[a-z0-9]{16})(?![\w.-])/g

/** Patterns of credentials in running text, in the order in which they are looked for. */
export const textRules: readonly Rule[] = [
  rule(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mask),
  rule(/\b(Bearer|Basic|Negotiate|Digest)\s+(?!\[redacted\])[\w.~+/=-]{6,}/gi, `$1 ${mask}`),
  // A JWT: two base64url JSON objects and a signature. Also the start of an encoded PEM key.
  rule(/\beyJ[\w-]{6,}\.eyJ[\w-]*(?:\.[\w-]*)*/g, mask),
  rule(/\bLS0tLS1CRUdJTi[\w+/=]{20,}/g, mask),
  // User and password of an address, or a token in their place. People write passwords as they
  // are, with slashes and at signs; a number before a slash is a port.
  rule(
    /\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?!\[redacted\])[^\s/?#@:"'\\]{0,300}:(?!\d{1,5}[/?#])[^\s"'\\]{0,300}@/gi,
    `$1${mask}@`,
  ),
  rule(/\b([a-z][a-z0-9+.-]{0,30}:\/\/)(?!\[redacted\])[^\s/?#"'\\]{1,300}@/gi, `$1${mask}@`),
  rule(headerRule, `$1$2${mask}`),
  rule(parameterRule, `$1${mask}`),
  rule(flagRule, `$1${mask}`),
  fieldRule(variableNames, 1, 'g'),
  rule(formRule, mask),
  // The API server quotes the value that it refuses, which may be that of a Secret.
  rule(/(Invalid value: )(?:\\*"(?:[^"\\]|\\(?!")){3,}\\*"|'[^'\n]{3,}'|\{[^\n]*)/g, `$1${mask}`),
  fieldRule('(?:id|access|refresh|bearer|session|security)[-_]?token|token', 12),
  rule(lineRule, `$1${mask}`),
  fieldRule(passwordNames, 3),
]
