/** Limits for one file, far above what people write. A file or document that exceeds them is not judged, and is reported as such. */
export interface YamlLimits {
  /** UTF-16 code units of one file. */
  readonly maxLength: number;
  /** Documents of one file. */
  readonly maxDocuments: number;
  /** Nesting depth of collections. */
  readonly maxDepth: number;
  /** Values of one document after its aliases are expanded. An aliased text is one more for each 64 characters. */
  readonly maxValues: number;
  /** Values of one file. The document that exceeds the limit is the last one that is read. */
  readonly maxFileValues: number;
  /** UTF-16 code units of one scalar. API servers refuse requests of more than 3 MiB. */
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
