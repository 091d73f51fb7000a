# The servers that demand Digest, and what is tried with them: read by `run`, whose words these use.

serve_digest() { exec python3 Tests/Interop/Peers/digest_server.py "$port"; }

# It knows MD5 alone. The hash of the user's file is that of name, realm and password.
serve_apache() {
  local hash module
  hash=$(printf '%s' 'Jäsøn "Doe":private:Secret, or not?' | md5sum)
  printf '%s:private:%s\n' 'Jäsøn "Doe"' "${hash%% *}" >"$made/users"
  cat >"$made/apache.conf" <<APACHE
ServerName localhost
User nobody
Group nogroup
Listen 127.0.0.1:$port
PidFile $made/apache.pid
ErrorLog /dev/stderr
DefaultRuntimeDir $made
DocumentRoot $made
$(for module in mpm_event authn_core authn_file authz_core authz_user auth_digest; do
    echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"
  done)
<Directory $made>
  Require all denied
</Directory>
<Directory $made/private>
  AuthType Digest
  AuthName private
  AuthDigestProvider file
  AuthUserFile $made/users
  AuthDigestDomain /private/
  Require valid-user
</Directory>
APACHE
  mkdir -p "$made/private"
  echo private >"$made/private/index.txt"
  exec apache2 -X -f "$made/apache.conf"
}

# Every way of Digest in one run. Our own server is held to known answers first.
try_digest() {
  local cases=${APUS_CORPORA:-../shared/corpora}/digest-auth/cases.json status=0
  local -a targets=()
  if [ "$peer" = apache ]; then
    targets=(/private/index.txt '/private/index.txt?a=b')
  elif [ -f "$cases" ]; then
    python3 Tests/Interop/Peers/digest_server.py --check "$cases"
  elif [ "${APUS_STRICT:-}" = 1 ]; then
    echo "the known answers are not there: $cases"
    status=1
  fi
  start
  timeout 100 "$program" digest "$port" "${targets[@]}" >"$made/out" 2>&1 || status=$?
  stop
  head -n 5 "$made/out"
  if [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$peer FAILED"
    tail -n 5 "$made/log"
  fi
}
