/** What one file may ask of the reader. Beyond it the file or document is not judged, which is said; generous for anything written by people. */
export interface YamlLimits {
  /** UTF-16 code units of one file. */
  readonly maxLength: number;
  /** Documents of one file. */
  readonly maxDocuments: number;
  /** Collections inside each other. */
  readonly maxDepth: number;
  /** Values of one document once its aliases are expanded. */
  readonly maxValues: number;
  /** Values of one file; the document that goes beyond is the last one. */
  readonly maxFileValues: number;
  /** UTF-16 code units of one scalar. No API server takes a request of more than 3 MiB. */
  readonly maxScalar: number;
}

export const DEFAULT_YAML_LIMITS: YamlLimits = {
  maxLength: 32 * 1024 * 1024,
  maxDocuments: 20_000,
  maxDepth: 200,
  maxValues: 1_000_000,
  maxFileValues: 3_000_000,
  maxScalar: 4 * 1024 * 1024,
};
