import { Secret } from './secret.ts';

/** The system's clipboard, which a desktop host reaches with or without the focus. */
export interface ClipboardPort {
  read(): Promise<string>;
  write(text: string): Promise<void>;
  clear(): void;
}

/** Copies secrets to the clipboard and removes them again. */
export interface SecretClipboard {
  /**
   * Copies a secret, which it keeps and wipes: after 30 s it is removed, unless the clipboard has
   * other content by then. False when the system refused it.
   */
  copy(secret: Secret): Promise<boolean>;
  /** Removes what is still there, because the application ends. Never throws. */
  forget(): Promise<void>;
}

const keptMs = 30_000;

/** State: the secret copied last, until its time is over. */
export function createSecretClipboard(port: ClipboardPort): SecretClipboard {
  let held: { readonly secret: Secret; readonly timer: NodeJS.Timeout } | null = null;

  const letGo = (): Secret | null => {
    const secret = held?.secret ?? null;
    clearTimeout(held?.timer);
    held = null;
    return secret;
  };
  const forget = async () => {
    using secret = letGo();
    if (secret === null) return;
    // Unreadable content may still be the secret: clearing too much is safer.
    using found = await port.read().then(
      (text) => new Secret(text),
      () => null,
    );
    if (found?.equals(secret) ?? true) port.clear();
  };
  return {
    async copy(secret) {
      const isCopied = await port.write(secret.reveal()).then(
        () => true,
        () => false,
      );
      if (!isCopied) return false;
      letGo()?.wipe();
      held = { secret, timer: setTimeout(() => void forget(), keptMs) };
      held.timer.unref();
      return true;
    },
    forget,
  };
}
