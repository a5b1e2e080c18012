/** The environment of the download, with the person's proxy. */
export function withProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;

/** The reason why Electron does not run on a machine; null where it does. */
export function whyNoElectron(
  machine: Pick<NodeJS.Process, 'platform' | 'env' | 'getuid'>,
): string | null;
