/** The environment of the download, with the person's proxy. */
export function withProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
