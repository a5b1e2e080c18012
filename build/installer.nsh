; What the Windows installer does besides electron-builder's own (test/unit/desktop/config.test.ts).

; $R0 becomes 0 while a Zubi of this person runs. Only the whole name counts, not the installer's.
!macro findZubi
  nsExec::Exec `"$CmdPath" /C tasklist /FI "USERNAME eq %USERNAME%" /FI "IMAGENAME eq ${APP_EXECUTABLE_FILENAME}" /FO CSV /NH | "$SYSDIR\findstr.exe" /B /I /C:"\"${APP_EXECUTABLE_FILENAME}\""`
  Pop $R0
!macroend

; Asks a running Zubi to close, as a click on its cross would, and waits: what it is sending needs
; its answer. electron-builder's own way ends the process after a second.
!macro customCheckAppRunning
  !insertmacro findZubi
  ${If} $R0 == 0
    DetailPrint "$(appClosing)"
    nsExec::Exec `"$CmdPath" /C taskkill /IM "${APP_EXECUTABLE_FILENAME}" /FI "USERNAME eq %USERNAME%"`
    Pop $R1
    StrCpy $R1 0
    ${Do}
      Sleep 1000
      !insertmacro findZubi
      ${If} $R0 != 0
        ${ExitDo}
      ${EndIf}
      IntOp $R1 $R1 + 1
      ; A minute for who sits in front of it; a silent update waits as long as a sending may take.
      ${If} ${Silent}
        ${If} $R1 >= 900
          Quit
        ${EndIf}
      ${ElseIf} $R1 >= 60
        StrCpy $R1 0
        ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(appCannotBeClosed)" IDCANCEL`
          Quit
        ${EndIf}
      ${EndIf}
    ${Loop}
  ${EndIf}
!macroend

!define DOCUMENT_CLASS "eus.zubi.document"

; Zubi is offered under "Open with". Which program opens such files by itself is left as it is.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}" "" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "Software\Classes\.xml\OpenWithProgids" "${DOCUMENT_CLASS}"
  WriteRegNone SHELL_CONTEXT "Software\Classes\.xsig\OpenWithProgids" "${DOCUMENT_CLASS}"
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
!macroend

!macro customUnInstall
  ${IfNot} ${isUpdated}
    DeleteRegValue SHELL_CONTEXT "Software\Classes\.xml\OpenWithProgids" "${DOCUMENT_CLASS}"
    DeleteRegValue SHELL_CONTEXT "Software\Classes\.xsig\OpenWithProgids" "${DOCUMENT_CLASS}"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\${DOCUMENT_CLASS}"
  ${EndIf}
!macroend
