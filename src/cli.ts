/** The npm bin. It has no static imports, so that an old Node shows a message instead of a syntax error. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// The same versions as in `engines` of package.json. In older versions the agents of `node:http` silently ignore a proxy.
if (!((major === 22 && minor >= 21) || (major === 24 && minor >= 5) || major > 24)) {
  process.stderr.write(
    `fleet-gate needs Node 22.21 or newer, or 24.5 or newer, this is Node ${process.versions.node}; install it, or run: npx -p node@22 -p fleet-gate fleet-gate\n`,
  );
  process.exitCode = 2;
} else {
  import('./cli/process/compile-cache.ts')
    .then(({ keepCompiled }) => keepCompiled(process.env))
    .then(() => import('./cli/main.ts'))
    .then(({ main }) => main())
    .catch((error: unknown) => {
      // A part of the installation cannot be loaded. Node would exit with 1, which means findings.
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 99;
    });
}
