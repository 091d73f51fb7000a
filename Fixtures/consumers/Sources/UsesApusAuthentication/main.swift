import ApusAuthentication

let server = Authentication.Server(.origin, at: try HTTP.URL("https://example.com/").origin)
var store = Authentication.CredentialStore()
store.set(.password(Authentication.Secret("Circle of Life"), user: "Mufasa"), for: server)
var attempts = Authentication.Attempts(at: server)
let fields: HTTP.Fields = ["WWW-Authenticate": "Digest realm=\"a\", nonce=\"b\", qop=\"auth\""]
let challenges = Authentication.ChallengeList(fields, by: .origin)
let decision = attempts.decide(challenges, .init(.get, "/"), &store, using: SystemRandom())
if case .answer(let answer) = decision { print(answer.field) }
