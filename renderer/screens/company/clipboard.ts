const keptMs = 30_000;

/** Ends the wait for the secret copied before: another one has replaced it. */
let letGo: () => void = () => undefined;

/**
 * Whether the page may read the clipboard without asking: half a minute later nobody would
 * understand the question.
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
 * Whether the clipboard still has a text; true where it cannot be read: one copy too many is
 * removed rather than too few.
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
 * Waits until the time is over or something else was copied in this page; then calls `clear` as
 * soon as the page may use the clipboard.
 */
function clearLater(secret: string): void {
  const ending = new AbortController();
  const { signal } = ending;
  const clearNow = () => {
    if (signal.aborted) return;
    clear(secret).then(
      () => ending.abort(),
      // A page in the background may not use it.
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
 * Copies a secret and clears the clipboard after 30 s. Returns false where the system does not
 * allow copying.
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
