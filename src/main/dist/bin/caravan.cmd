@echo off
rem Starts the gateway, or runs a command of it: bin\caravan --help. What bin/caravan says of projects holds here too. --config DIR comes first.
setlocal
set "home=%~dp0.."
set "project=%home%"
findstr /b /c:"caravan" config\application.yaml >nul 2>&1
if not errorlevel 1 set "project=%CD%"
if "%~1"=="--config" set "project=%~2"
set "caller=%CD%"
cd /d "%project%" 2>nul
if errorlevel 1 cd /d "%home%"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
rem jvm.options is for Linux where it names a folder, and a priority of threads
"%java%" "@%home%\jvm.options" "-XX:SharedArchiveFile=%home%\caravan.jsa" "-Djava.io.tmpdir=%TEMP%" "-Duser.home=%USERPROFILE%" ^
  -XX:ThreadPriorityPolicy=0 -XX:JavaPriority1_To_OSPriority=-1 "-Dcaller.folder=%caller%\." -jar "%home%\caravan.jar" %*
exit /b %ERRORLEVEL%
