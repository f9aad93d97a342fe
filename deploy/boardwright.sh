#!/bin/sh
# /usr/local/bin/boardwright, for root: runs a command of Boardwright as its service runs, as its user and with its variables
# and secrets. Name files by their whole path.
set -eu
unit="boardwright-command-$$"
set -- /usr/bin/node /opt/boardwright/bin/boardwright.js "$@"
for name in jwt-secret secrets-key database-url smtp-url oidc-client-secret captcha-secret; do
  if [ -e "/etc/boardwright/$name" ]; then
    variable="$(echo "$name" | tr a-z- A-Z_)_FILE=/run/credentials/$unit.service/$name"
    set -- --property="LoadCredential=$name:/etc/boardwright/$name" --setenv="$variable" "$@"
  fi
done
exec systemd-run --quiet --collect --wait --pipe --unit="$unit" --uid=boardwright --gid=boardwright \
  --property=StateDirectory=boardwright --property=StateDirectoryMode=0700 --property=UMask=0077 \
  --property=EnvironmentFile=-/etc/boardwright/boardwright.env \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/boardwright "$@"
