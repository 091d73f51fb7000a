import ApusCookies

let now = try HTTP.Date(year: 2026, month: 11, day: 22)
let url = try HTTP.URL("https://www.example.org/account")
var jar = CookieJar()
try jar.receive("id=7; Domain=example.org; Secure".utf8.span, from: url, at: now)
print(jar, jar.cookies(at: now), jar.field(for: url, at: now)?.text ?? "no field")
