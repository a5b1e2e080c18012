import type { Page } from 'playwright-core';

/** The page's own sign that a screen is drawn. */
export const drawn = '#root[data-ready]';

/** A dialog of the system that waits for a person. */
export interface Dialog {
  readonly kind: 'message' | 'open' | 'save';
  readonly options: {
    readonly message?: string;
    readonly detail?: string;
    readonly buttons?: readonly string[];
  };
  /** The folder it begins in. */
  readonly begins: string;
  /** Presses a button of a message, chooses files to open or a place to save; null cancels. */
  answer(choice: string | readonly string[] | null): Promise<void>;
}

/** The visible parts of the window's frame. */
export interface Frame {
  readonly visible: boolean;
  readonly focused: boolean;
}

/**
 * The desktop as a person and the system meet it, whatever runs it: the stand-in here, the real
 * Electron where that can start.
 */
export interface Desktop {
  /** The folder of the whole test. */
  readonly folder: string;
  /** The window's page; found anew after a start. */
  page(): Promise<Page>;
  /** Waits until a screen is drawn, also in a page that has come back after a crash. */
  untilDrawn(): Promise<void>;
  frame(): Promise<Frame>;
  /** The next unanswered dialog. */
  dialog(): Promise<Dialog>;
  /** Presses an item of the application's menu, by its labels. */
  press(...labels: readonly string[]): Promise<void>;
  /** Presses "Quit", which each system has in another menu. */
  pressQuit(): Promise<void>;
  menu(): Promise<readonly string[]>;
  /** The menu of a right click: its labels; one of them is pressed. */
  contextMenu(): Promise<{
    readonly labels: readonly string[];
    press(label: string): Promise<void>;
  }>;
  /** The next notification: its text; clicking returns whether anybody still held it. */
  notification(): Promise<{ readonly body: string; click(): Promise<boolean> }>;
  /** Where the system keeps downloads. */
  downloads(): Promise<string>;
  /**
   * A person's acts on the window's frame. macOS keeps a program without windows: there closing the
   * last one quits it.
   */
  closeWindow(): Promise<void>;
  leaveWindow(): Promise<void>;
  crashPage(): Promise<void>;
  /** Starts the program again with documents, as the system does. */
  startAgain(...files: readonly string[]): Promise<void>;
  /** A message box of the system: its title and text. */
  box(): Promise<string>;
  /** The address that was last handed to the system's browser. */
  opened(): Promise<string>;
  /** Starts it on the same folder, after it has ended. */
  start(...files: readonly string[]): Promise<unknown>;
  /** The run after one that restarts itself. */
  restarted(): Promise<unknown>;
  /** The size in bytes of the last output to the printer. */
  printed(): Promise<number>;
  /** The system shuts down (macOS, Linux). */
  shutDown(): Promise<void>;
  /** Windows asks whether the session may end: whether Zubi lets it wait. */
  askToEndSession(): Promise<boolean>;
  /** Windows ends the session. */
  endSession(): Promise<void>;
  /** A signal to the program alone; `ended` tells how it ends. */
  signal(name: NodeJS.Signals): void;
  /** Its exit code, once it has ended. */
  ended(): Promise<number | null>;
}
