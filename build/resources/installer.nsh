; Offers Gatehouse in “Open with” of YAML files without becoming their default program.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Gatehouse.yaml" "" "YAML document"
  WriteRegStr SHCTX "Software\Classes\Gatehouse.yaml\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHCTX "Software\Classes\.yaml\OpenWithProgids" "Gatehouse.yaml" ""
  WriteRegStr SHCTX "Software\Classes\.yml\OpenWithProgids" "Gatehouse.yaml" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\Gatehouse.yaml"
  DeleteRegValue SHCTX "Software\Classes\.yaml\OpenWithProgids" "Gatehouse.yaml"
  DeleteRegValue SHCTX "Software\Classes\.yml\OpenWithProgids" "Gatehouse.yaml"
!macroend
