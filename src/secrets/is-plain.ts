/** Values that are not searched for: `true`, `12`, `/var/run/token`, `azurecli`. */
export function isPlain(value: string): boolean {
  return value.length < 8 || /^(?:[a-z]{0,15}|[\d.]+|~?\/[^\s]*|\.{1,2}\/[^\s]*)$/i.test(value);
}
