/**
 * The exit code after a box has said why Zubi does not open. The launcher (`scripts/`) then opens
 * no browser, as it does for an Electron that cannot start.
 */
export const explained = 70;
