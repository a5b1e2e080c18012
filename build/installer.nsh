; Additions to electron-builder's Windows installer (test/unit/desktop/config.test.ts).

; Sets $R0 to 0 while a Zubi of this user runs. The whole name must match: the installer's does not.
!macro findZubi
  nsExec::Exec `"$CmdPath" /C tasklist /FI "USERNAME eq %USERNAME%" /FI "IMAGENAME eq ${APP_EXECUTABLE_FILENAME}" /FO CSV /NH | "$SYSDIR\findstr.exe" /B /I /C:"\"${APP_EXECUTABLE_FILENAME}\""`
  Pop $R0
!macroend

; Asks a running Zubi to close, as its close button does, and waits: a file being sent needs its
; answer. electron-builder's own macro ends the process after a second.
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
      ; A minute with a person present; a silent update waits as long as a sending may take.
      ${If} ${Silent}
        ${If} $R1 >= 900
          SetErrorLevel 2
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

; Adds Zubi to "Open with". The default program for such files does not change.
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

; electron-builder has no Basque: its own texts would be English among NSIS's Basque ones.
; A second definition wins, with warning 6030, which would stop the build.
!pragma warning disable 6030
!macro customHeader
  LangString win7Required ${LANG_BASQUE} "Windows 7 edo berriagoa behar da"
  LangString x64WinRequired ${LANG_BASQUE} "64 biteko Windows behar da"
  LangString appRunning ${LANG_BASQUE} "${PRODUCT_NAME} irekita dago.$\r$\nSakatu Ados ixteko.$\r$\nIxten ez bada, itxi eskuz."
  LangString appCannotBeClosed ${LANG_BASQUE} "Ezin da ${PRODUCT_NAME} itxi.$\r$\nItxi eskuz, eta sakatu Saiatu berriro."
  LangString installing ${LANG_BASQUE} "Instalatzen; itxaron, mesedez…"
  LangString areYouSureToUninstall ${LANG_BASQUE} "Ziur ${PRODUCT_NAME} desinstalatu nahi duzula?"
  LangString decompressionFailed ${LANG_BASQUE} "Ezin izan dira fitxategiak deskonprimitu. Abiarazi instalatzailea berriro."
  LangString uninstallFailed ${LANG_BASQUE} "Ezin izan dira aurreko bertsioaren fitxategiak kendu. Abiarazi instalatzailea berriro."
  LangString appClosing ${LANG_BASQUE} "${PRODUCT_NAME} ixten…"
  LangString chooseInstallationOptions ${LANG_BASQUE} "Aukeratu instalazioaren aukerak"
  LangString chooseUninstallationOptions ${LANG_BASQUE} "Aukeratu desinstalazioaren aukerak"
  LangString whichInstallationShouldBeRemoved ${LANG_BASQUE} "Zein instalazio kendu behar da?"
  LangString whoShouldThisApplicationBeInstalledFor ${LANG_BASQUE} "Norentzat instalatu behar da aplikazioa?"
  LangString selectUserMode ${LANG_BASQUE} "Aukeratu erabiltzaile guztientzat ala zuretzat bakarrik instalatu"
  LangString whichInstallationRemove ${LANG_BASQUE} "Erabiltzaile guztientzat eta zuretzat instalatuta dago.$\r$\nZein instalazio kendu nahi duzu?"
  LangString freshInstallForAll ${LANG_BASQUE} "Instalazio berria erabiltzaile guztientzat (administratzailearen baimena eskatuko da)"
  LangString freshInstallForCurrent ${LANG_BASQUE} "Instalazio berria zuretzat bakarrik"
  LangString onlyForMe ${LANG_BASQUE} "&Niretzat bakarrik"
  LangString forAll ${LANG_BASQUE} "Ordenagailu hau erabiltzen duten &guztientzat"
  LangString loginWithAdminAccount ${LANG_BASQUE} "Jarraitzeko, hasi saioa administratzaile-kontu batekin…"
  LangString perUserInstallExists ${LANG_BASQUE} "Badago zuretzako instalazio bat."
  LangString perUserInstall ${LANG_BASQUE} "Zuretzako instalazio bat dago."
  LangString perMachineInstallExists ${LANG_BASQUE} "Badago erabiltzaile guztientzako instalazio bat."
  LangString perMachineInstall ${LANG_BASQUE} "Erabiltzaile guztientzako instalazio bat dago."
  LangString reinstallUpgrade ${LANG_BASQUE} "Berriro instalatuko edo eguneratuko da."
  LangString uninstall ${LANG_BASQUE} "Desinstalatu egingo da."
!macroend
