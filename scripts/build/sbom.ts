import type { BundledPackage } from './bundled-packages.ts';

/** The parts of `package-lock.json` that are read here. */
export interface Lockfile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * The software bill of materials of a bundle, CycloneDX 1.6 in JSON: every package in it with its licence and the digest of its archive. It
 * has no time and no serial number, so that two builds of one commit give the same bytes. Source: https://cyclonedx.org/docs/1.6/json/
 */
export function sbomOf(packages: readonly BundledPackage[], lock: Lockfile): string {
  const self = purl(lock.name, lock.version);
  const components = packages.map((bundled) => componentOf(bundled, lock));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': self, name: lock.name, version: lock.version, purl: self } },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((component) => component['bom-ref']) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function componentOf({ name, version, licence, lockKey }: BundledPackage, lock: Lockfile) {
  const integrity = lock.packages[lockKey]?.integrity;
  if (integrity === undefined) throw new Error(`package-lock.json has no digest of ${lockKey}: run npm ci`);
  const id = purl(name, version);
  const [group, local] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    'bom-ref': id,
    ...(group === undefined ? {} : { group }),
    name: local,
    version,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
    licenses: [{ license: { id: licence } }],
    purl: id,
  };
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
