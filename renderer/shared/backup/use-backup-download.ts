import { useState } from 'react';
import type { Backup } from '../../../contract/backup.ts';
import { callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { decodeBase64, saveBytes } from '../documents/document-download.ts';

const pieceBytes = 4 * 1024 * 1024;

/** Hands a copy's file to the person, read piece by piece: it may be larger than one message. */
export function useBackupDownload() {
  const { bridge } = useHost();
  const [isRunning, setRunning] = useState(false);
  const save = async ({ id }: Backup) => {
    setRunning(true);
    try {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let offset = 0;
      for (;;) {
        const piece = await callMethod(bridge, 'backup.read', { id, offset, limit: pieceBytes });
        const bytes = decodeBase64(piece.contentBase64);
        if (bytes.length > 0) pieces.push(bytes);
        offset += bytes.length;
        if (bytes.length === 0 || offset >= piece.sizeBytes) {
          saveBytes(piece.name, 'application/octet-stream', pieces);
          return;
        }
      }
    } finally {
      setRunning(false);
    }
  };
  return { save, isRunning };
}
