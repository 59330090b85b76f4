/**
 * The functions and macros of CEL in Kubernetes, by name; those of a namespace with it. An API server refuses an expression with another
 * one. A later version of Kubernetes may have more. Source: apiserver, `pkg/cel/environment/base.go` (`Functions()` and `Macros()` of the
 * environment of 1.34) and `pkg/cel/library/image.go`.
 */
export const KUBERNETES_FUNCTIONS: ReadonlySet<string> = new Set(
  `
  add allowed asApproximateFloat asInteger bool bytes charAt check cidr compareTo contains containsCIDR containsIP distinct double duration
  dyn endsWith error errored family fieldSelector find findAll first flatten format getDate getDayOfMonth getDayOfWeek getDayOfYear
  getEscapedPath getFullYear getHost getHostname getHours getMilliseconds getMinutes getMonth getPort getQuery getScheme getSeconds group
  hasValue indexOf int ip isCIDR isGlobalUnicast isGreaterThan isIP isInteger isLessThan isLinkLocalMulticast isLinkLocalUnicast isLoopback
  isQuantity isSemver isSorted isURL isUnspecified join labelSelector last lastIndexOf lowerAscii major masked matches max min minor name
  namespace or orValue patch path prefixLength quantity reason replace resource reverse semver serviceAccount sign size slice sort split
  startsWith string sub subresource substring sum timestamp trim type uint unwrapOpt upperAscii url validate value
  format.byte format.date format.datetime format.dns1035Label format.dns1035LabelPrefix format.dns1123Label format.dns1123LabelPrefix
  format.dns1123Subdomain format.dns1123SubdomainPrefix format.labelValue format.named format.qualifiedName format.uri format.uuid
  ip.isCanonical lists.range optional.none optional.of optional.ofNonZeroValue optional.unwrap sets.contains sets.equivalent
  sets.intersects strings.quote
  all exists existsOne exists_one filter has map optFlatMap optMap sortBy transformList transformMap transformMapEntry
  containsDigest digest identifier image isImage registry repository tag
  `
    .trim()
    .split(/\s+/),
);
