import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Texts } from './texts.ts';

type Shown = Pick<Electron.ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText'>;

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Menu items for a place of the page: edit in an input, copy a selection. */
export function toContextMenu(
  { isEditable, editFlags, selectionText }: Shown,
  texts: Texts['menu'],
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: texts.copy,
    enabled: editFlags.canCopy,
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'undo', label: texts.undo, enabled: editFlags.canUndo },
    { role: 'redo', label: texts.redo, enabled: editFlags.canRedo },
    separator,
    { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
  ];
}

/** Opens the system's context menu. */
export function offerContextMenu(window: BrowserWindow, texts: () => Texts['menu']): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = toContextMenu(params, texts());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
