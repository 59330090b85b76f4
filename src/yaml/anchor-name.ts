import { YamlLimitError } from './events.ts';

/**
 * Why kubectl refuses an anchor or alias, by its name and the character after it; `undefined` if kubectl accepts it. YAML 1.2 allows nearly
 * any character in a name; the decoder allows letters, digits, `-` and `_`. Source: go.yaml.in/yaml/v2 `scannerc.go`,
 * yaml_parser_scan_anchor.
 * @throws {YamlLimitError} kubectl accepts it, but reads it differently
 */
export function anchorFault(text: string, start: number, end: number): string | undefined {
  const name = text.slice(start, end);
  if (/^[\w-]+:[^\s:]/.test(name)) throw new YamlLimitError('has an anchor with a colon, where the name ends for kubectl');
  if (/^[\w-]+$/.test(name) && /^[\s,\]}]?$/.test(text.charAt(end))) return undefined;
  return 'an anchor name can have only letters, digits, `-` and `_`, and a space must follow it';
}

/** The same for a tag. Source: `scannerc.go`, yaml_parser_scan_tag_uri, which does not accept `#`. */
export function tagFault(text: string, start: number, end: number): string | undefined {
  const tag = text.slice(start, end);
  if (tag === '!<>') return 'a tag cannot be empty';
  return tag.includes('#') ? 'a tag cannot contain `#`; write a space before a comment' : undefined;
}
