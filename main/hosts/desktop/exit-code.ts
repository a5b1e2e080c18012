/**
 * The exit code after a box said why Zubi does not open. The launcher (`scripts/`) then opens no
 * browser, unlike for an Electron that cannot start.
 */
export const explained = 70;
