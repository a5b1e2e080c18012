import { app, type DownloadItem, type Session } from 'electron';
import { giveToPerson } from '../../platform/files/person-file.ts';
import { isOwnDownload } from './addresses.ts';

/** The only permission of our pages: writing text to the clipboard when a person presses "copy". */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

function guardSession(guarded: Session, personUmask: number | null): void {
  guarded.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(allowedPermissions.has(permission));
  });
  guarded.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission));
  guarded.setDevicePermissionHandler(() => false);
  guarded.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  guarded.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  guarded.on('file-system-access-restricted', (_event, _details, callback) => callback('deny'));
  // Chromium would fetch dictionaries from the network.
  guarded.setSpellCheckerEnabled(false);
  guarded.on('will-download', (event, item) => {
    if (!isOwnDownload(item.getURL())) event.preventDefault();
    else saveForPerson(item, personUmask);
  });
}

/** Without these options the dialog has the address as its title, and Linux overwrites unasked. */
function saveForPerson(item: DownloadItem, personUmask: number | null): void {
  const title = item.getFilename();
  item.setSaveDialogOptions({ title, properties: ['showOverwriteConfirmation'] });
  item.once('done', () => void giveToPerson(item.getSavePath(), personUmask));
}

/** Guards every session as it is made, the window's too. Call before the application is ready. */
export function guardSessions(personUmask: number | null): void {
  app.on('session-created', (created) => guardSession(created, personUmask));
}
