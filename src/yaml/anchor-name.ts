import { YamlLimitError } from './events.ts';

/**
 * Why kubectl refuses an anchor or alias, by its name and the character after it; `undefined` if kubectl accepts it. YAML 1.2 allows nearly
 * any character in a name; the decoder allows letters, digits, `-` and `_`. Source: go.yaml.in/yaml/v2 `scannerc.go`,
 * yaml_parser_scan_anchor.
 * @throws {YamlLimitError} kubectl accepts it, but reads it differently
 */
export function anchorFault(text: string, start: number, end: number): string | undefined {
  const name = text.slice(start, end);
  if (/^[\w-]+:[^\s:]/.test(name)) throw new YamlLimitError('holds an anchor with a colon in it, where kubectl lets the name end');
  if (/^[\w-]+$/.test(name) && /^[\s,\]}]?$/.test(text.charAt(end))) return undefined;
  return 'the name of an anchor holds letters, digits, `-` and `_` alone, and a blank follows it';
}

/** The same for a tag. Source: `scannerc.go`, yaml_parser_scan_tag_uri, which does not accept `#`. */
export function tagFault(text: string, start: number, end: number): string | undefined {
  return text.slice(start, end).includes('#') ? 'a tag holds no `#`; write a blank before a comment' : undefined;
}
