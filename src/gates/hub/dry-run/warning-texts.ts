/** The texts of `Warning` headers, `299 - "text"`. Node joins several of them with a comma. Source: RFC 7234, section 5.5. */
export function warningTexts(header: string | readonly string[] | undefined): readonly string[] {
  const line = typeof header === 'string' ? header : (header ?? []).join(', ');
  return [...line.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'));
}
