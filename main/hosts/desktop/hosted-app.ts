import type { App } from '../../app-options.ts';

/** The application's interface for the desktop. */
export type HostedApp = Pick<App, 'call' | 'subscribe' | 'takeFile' | 'idle' | 'close'>;
