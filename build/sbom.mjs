/**
 * The packages of package-lock.json as a bill of materials: CycloneDX 1.6, JSON. It says nothing of time or machine, so the
 * same lock gives the same bytes.
 * @param lock      package-lock.json, parsed
 * @param application  name and version of package.json
 * @param bundled   folders of the packages whose code is shipped: scope required; others only build and test: excluded
 */
export function sbomOf(lock, { name, version, license }, bundled) {
  const shipped = new Set(bundled);
  const components = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => componentOf(path, entry, shipped.has(path)));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(name, version),
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components,
  };
}

function componentOf(path, { version, license, integrity }, isShipped) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const sha512 = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return {
    type: 'library',
    'bom-ref': `${purlOf(name, version)}#${path}`,
    ...(group === undefined ? {} : { group }),
    name: bare,
    version,
    scope: isShipped ? 'required' : 'excluded',
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(sha512 === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    purl: purlOf(name, version),
  };
}

/** https://github.com/package-url/purl-spec */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
