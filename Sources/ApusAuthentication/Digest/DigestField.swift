/// The header field that contains the answer to a Digest challenge.
struct DigestField {
  private let challenge: Authentication.DigestChallenge
  private let user: String
  private let proof: Authentication.DigestProof

  init(
    _ challenge: Authentication.DigestChallenge, _ user: String, _ proof: Authentication.DigestProof
  ) {
    self.challenge = challenge
    self.user = user
    self.proof = proof
  }

  /// Returns the `Authorization` field value that answers a Digest challenge for a request.
  ///
  ///     credentials = "Digest" 1*SP #( username / realm / uri / algorithm / nonce / nc / cnonce
  ///                                  / qop / response / opaque / userhash )
  ///
  /// Each parameter has the form of the standard with or without quotes, because old servers accept
  /// only this form.
  ///
  /// RFC 7616 section 3.4.
  func value(
    of request: Authentication.RequestFacts, _ quality: Authentication.DigestChallenge.Quality?
  ) throws(AuthenticationError) -> HTTP.FieldValue {
    var content: [UInt8] = []
    if case .bytes(let bytes) = request.content { content = bytes }
    var writer = ByteWriter()
    do throws(HTTP.InvalidValue) {
      writer.write("Digest ")
      try writeUser(to: &writer)
      try writer.writeQuoted(", realm=", challenge.realm)
      try writer.writeQuoted(", uri=", proof.target)
      if challenge.namesAlgorithm { writer.write(", algorithm=\(challenge.algorithm)") }
      try writer.writeQuoted(", nonce=", proof.nonce)
      if let quality {
        writer.write(", nc=")
        writer.write(proof.countDigits)
        try writer.writeQuoted(", cnonce=", proof.clientNonce)
        writer.write(", qop=\(quality.rawValue)")
      }
      let response = proof.response(method: request.method.name, quality, content: content)
      try writer.writeQuoted(", response=", response)
      if let opaque = challenge.opaque { try writer.writeQuoted(", opaque=", opaque) }
      if challenge.hashesUser { writer.write(", userhash=true") }
    } catch {
      throw .controlCharacter
    }
    return HTTP.FieldValue(bytes: writer.bytes, isSensitive: true)
  }

  /// Writes the user name as plain text, as a hash, or in the extended form if the server supports
  /// this form.
  ///
  /// RFC 7616 sections 3.4 and 3.4.4, RFC 8187 section 3.2.
  private func writeUser(to writer: inout ByteWriter) throws(HTTP.InvalidValue) {
    let name = Array(user.utf8)
    // The plain user name is checked first, because a hash or the extended form would hide an
    // invalid character.
    let quoted = try HTTP.QuotedString.escape(name.span)
    if challenge.hashesUser {
      let hash = challenge.algorithm.function.hex(name + [0x3a] + challenge.realm)
      try writer.writeQuoted("username=", hash)
    } else if challenge.isUTF8, name.contains(where: { $0 >= 0x80 }) {
      writer.write("username*=")
      HTTP.ExtendedValue(user).write(to: &writer)
    } else {
      writer.write("username=")
      writer.write(quoted)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func writeQuoted(
    _ name: String, _ value: [UInt8]
  ) throws(HTTP.InvalidValue) {
    write(name)
    write(try HTTP.QuotedString.escape(value.span))
  }
}
