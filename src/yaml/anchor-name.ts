import { YamlLimitError } from './events.ts';

/**
 * Why kubectl refuses an anchor or alias, by its name and what stands behind it; `undefined` where it takes it. YAML 1.2 allows nearly any sign
 * in a name, the decoder letters, digits, `-` and `_`. Source: go.yaml.in/yaml/v2 `scannerc.go`, yaml_parser_scan_anchor.
 * @throws {YamlLimitError} kubectl takes it, and reads it otherwise
 */
export function anchorFault(text: string, start: number, end: number): string | undefined {
  const name = text.slice(start, end);
  if (/^[\w-]+:[^\s:]/.test(name)) throw new YamlLimitError('holds an anchor with a colon in it, where kubectl lets the name end');
  if (/^[\w-]+$/.test(name) && /^[\s,\]}]?$/.test(text.charAt(end))) return undefined;
  return 'the name of an anchor holds letters, digits, `-` and `_` alone, and a blank follows it';
}

/** The same of a tag. Source: `scannerc.go`, yaml_parser_scan_tag_uri, which knows no `#`. */
export function tagFault(text: string, start: number, end: number): string | undefined {
  return text.slice(start, end).includes('#') ? 'a tag holds no `#`; write a blank before a comment' : undefined;
}
