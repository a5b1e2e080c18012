export { settingsHandlers } from './handlers.ts';
export { lockWhenIdle } from './lock-when-idle.ts';
export { openSettings } from './open-settings.ts';
