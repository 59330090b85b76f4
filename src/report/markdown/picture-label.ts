/** A name in a mermaid picture, as Kubernetes has them; whatever else is in untrusted text could be markup of the picture. */
export function pictureLabel(text: string): string {
  return text.slice(0, 120).replaceAll(/[^\w./ -]/g, '?');
}
