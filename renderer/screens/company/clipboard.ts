const keptMs = 30_000;

/** Ends the wait for the secret that was copied last: it is not there any more. */
let letGo: () => void = () => undefined;

/**
 * Whether the page may read the clipboard without asking: half a minute later nobody would know why
 * they are asked.
 */
async function mayRead(): Promise<boolean> {
  try {
    // The types name only the permissions that every browser has.
    const name = 'clipboard-read' as PermissionName;
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch {
    return false;
  }
}

/**
 * Whether the clipboard still holds a text; true where it cannot be read: rather one copy too many
 * is taken away.
 */
async function stillHolds(text: string): Promise<boolean> {
  if (!(await mayRead())) return true;
  return navigator.clipboard.readText().then(
    (found) => found === text,
    () => true,
  );
}

async function clear(secret: string): Promise<void> {
  if (await stillHolds(secret)) await navigator.clipboard.writeText('');
}

/**
 * Waits until the time is over, or until something else is copied in this page; then `clear` is
 * due, as soon as the page may touch the clipboard.
 */
function clearLater(secret: string): void {
  const ending = new AbortController();
  const { signal } = ending;
  const clearNow = () => {
    if (signal.aborted) return;
    clear(secret).then(
      () => ending.abort(),
      // A page behind others may not touch it.
      () => window.addEventListener('focus', clearNow, { once: true, signal }),
    );
  };
  const timer = setTimeout(clearNow, keptMs);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  for (const name of ['copy', 'cut'])
    document.addEventListener(name, () => ending.abort(), { signal });
  letGo = () => ending.abort();
}

/**
 * Copies a secret and takes it back out of the clipboard after 30 s. Gives back false where the
 * system does not allow copying.
 */
export async function copySecret(secret: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(secret);
  } catch {
    return false;
  }
  letGo();
  clearLater(secret);
  return true;
}
