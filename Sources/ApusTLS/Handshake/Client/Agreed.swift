/// What both sides have agreed on in their Hellos.
struct Agreed: Sendable {
  let asked: Asked
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup

  var configuration: TLS.ClientConfiguration { asked.offer.configuration }
}
