import type { ErrorCode } from 'yaml'

/**
 * What is wrong with a YAML text, by the parser's code for it. The parser's own messages quote
 * the text, which holds credentials: they are never shown.
 */
const words: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias has an anchor or a tag of its own',
  BAD_ALIAS: 'an anchor or alias has no proper name, or an alias has no anchor before it',
  BAD_COLLECTION_TYPE: 'a tag does not fit what follows it',
  BAD_DIRECTIVE: 'a line that begins with % is no directive of YAML',
  BAD_DQ_ESCAPE: 'a backslash within double quotes begins no escape that YAML knows',
  BAD_INDENT: 'the indentation does not fit the lines above, or a bracket is not closed',
  BAD_PROP_ORDER: 'an anchor or a tag stands in the wrong place',
  BAD_SCALAR_START: 'a value begins with a character that needs quotes around it',
  BLOCK_AS_IMPLICIT_KEY: 'a list or a mapping begins in the middle of a line; a value may need quotes',
  BLOCK_IN_FLOW: 'an indented list or mapping stands within brackets',
  DUPLICATE_KEY: 'the same key occurs twice in one mapping',
  KEY_OVER_1024_CHARS: 'a key is longer than 1,024 characters',
  MISSING_CHAR: 'a colon, a comma, a quote or a bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines; a colon may be missing',
  MULTIPLE_ANCHORS: 'a value has several anchors',
  MULTIPLE_DOCS: 'a second YAML document begins',
  MULTIPLE_TAGS: 'a value has several tags',
  NON_STRING_KEY: 'a key is no text',
  RESOURCE_EXHAUSTION: 'lists and mappings are nested too deeply',
  TAB_AS_INDENT: 'a tab stands where YAML wants spaces',
  TAG_RESOLVE_FAILED: 'a tag is unknown or does not fit its value',
  UNEXPECTED_TOKEN: 'something stands where YAML does not expect it',
}

/** The fault in words of ours, without a full stop. */
export function yamlWords(code: ErrorCode): string {
  return words[code] ?? 'this is not valid YAML'
}
