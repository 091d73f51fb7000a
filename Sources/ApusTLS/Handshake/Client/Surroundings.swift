import ApusBytes

/// What the states of a handshake act upon: records, random bytes, the time, and whom they tell.
struct Surroundings: ~Copyable, Sendable {
  var link = Link()
  let random: any RandomSource
  let keyLog: KeyLog
  /// What sessions are bound to that the server offers; without it they are let go.
  let sessionScope: TLS.SessionScope?
  var tally = Tally()
  /// Whether the server has asked who the client is, and which way it was answered.
  var clientAuthentication = TLS.ClientAuthentication.notRequested
  /// What the server has said of the certificate that it wants, if it has asked for one.
  var identityRequest: TLS.IdentityRequest?
  /// The identity that the server was shown, now or when the session began that it resumes.
  var clientIdentity: TLS.Identity?
  /// Whether this side has not yet said that it sends nothing more.
  var maySend = true
  /// The time at which what is read now has come.
  var now: TLS.Moment
  /// What the caller is to be told next, in its order.
  var events: [TLS.ClientEvent] = []
}
