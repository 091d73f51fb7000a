extension Authentication {
  /// A credential of a client, which is the user name and the password of a user or a bearer token.
  ///
  /// The client sends the texts of a credential unchanged in UTF-8, without normalization.
  public struct Credential: Sendable, Equatable {
    /// The kind of the credential, with its secret.
    enum Kind: Sendable {
      case password(user: String, Secret)
      case token(Secret)
    }

    let kind: Kind

    /// Returns a credential with a user name and a password, for Basic and Digest.
    ///
    /// - Parameters:
    ///   - password: The password, in UTF-8.
    ///   - user: The name of the user.
    public static func password(_ password: Secret, user: String) -> Credential {
      Credential(kind: .password(user: user, password))
    }

    /// Returns a credential with a user name and a password, for Basic and Digest.
    ///
    ///     .basic("svc", password)
    ///
    /// - Parameters:
    ///   - user: The name of the user, which must not contain a colon for Basic.
    ///   - password: The password, which descriptions never contain.
    public static func basic(_ user: String, _ password: String) -> Credential {
      .password(Secret(password), user: user)
    }

    /// Returns a credential with a bearer token.
    ///
    ///     b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
    ///
    /// RFC 6750 section 2.1.
    ///
    /// - Parameter token: The token without the word `Bearer`.
    public static func token(_ token: Secret) throws(AuthenticationError) -> Credential {
      let isToken = token.withBytes { bytes in
        var cursor = Cursor(0..<bytes.count)
        let word = cursor.readWhile(in: bytes) { Authentication.token68Bytes.contains($0) }
        _ = cursor.readWhile(in: bytes) { $0 == 0x3d }
        return !word.isEmpty && cursor.isAtEnd
      }
      guard isToken else { throw .malformedToken }
      return Credential(kind: .token(token))
    }

    public static func == (left: Credential, right: Credential) -> Bool {
      switch (left.kind, right.kind) {
      case (.password(let one, let password), .password(let other, let otherPassword)):
        one.utf8.elementsEqual(other.utf8) && password == otherPassword
      case (.token(let one), .token(let other)): one == other
      case (.password, .token), (.token, .password): false
      }
    }

    /// The user name and the password of the credential. The value is `nil` if the credential is a
    /// token.
    package var userAndPassword: (user: String, password: Secret)? {
      guard case .password(let user, let password) = kind else { return nil }
      return (user, password)
    }

    /// Secret bytes that identify the credential. Two different credentials have different
    /// identifying bytes.
    package var identifyingBytes: SecretBytes {
      switch kind {
      case .password(let user, let password):
        var writer = ByteWriter()
        writer.write(UInt8(0))
        writer.write(UInt64(user.utf8.count))
        writer.write(user)
        return password.between(writer.bytes)
      case .token(let token): return token.between([1])
      }
    }

    /// Returns whether a client can use this kind of credential with an authentication scheme.
    ///
    /// - Parameter scheme: The scheme of a challenge.
    public func suits(_ scheme: Scheme) -> Bool {
      switch (kind, scheme) {
      case (.password, .basic), (.password, .digest), (.token, .bearer): true
      case (.password, _), (.token, _): false
      }
    }
  }
}

extension Authentication.Credential {
  /// Returns the field value that contains the credential as plain text, for Basic or Bearer.
  ///
  ///     credentials = "Basic" 1*SP token68
  ///     credentials = "Bearer" 1*SP b64token
  ///
  /// RFC 7617 section 2 and RFC 6750 section 2.1.
  ///
  /// - Parameter scheme: The scheme Basic for a password or the scheme Bearer for a token.
  public func plainAnswer(
    _ scheme: Authentication.Scheme
  ) throws(AuthenticationError) -> HTTP.FieldValue {
    switch (kind, scheme) {
    case (.password(let user, let password), .basic): try Self.basicValue(user, password)
    case (.token(let token), .bearer):
      token.withBytes { bytes in
        HTTP.FieldValue(bytes: Array("Bearer ".utf8) + bytes.copy(), isSensitive: true)
      }
    case (.password, _), (.token, _): throw .credentialMismatch(scheme)
    }
  }

  private static func basicValue(
    _ user: String, _ password: Authentication.Secret
  ) throws(AuthenticationError) -> HTTP.FieldValue {
    let name = Array(user.utf8)
    // In a Basic credential, the first colon ends the user name.
    if name.contains(0x3a) { throw .userHasColon }
    let joined = password.between(name + [0x3a])
    let isFit = joined.withBytes { bytes in
      bytes.indices.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] != 0x7f }
    }
    guard isFit else { throw .controlCharacter }
    return joined.withBytes { .sensitive("Basic " + Base64.encode($0)) }
  }
}

extension Authentication.Credential: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The kind of the credential, without its secrets.
  public var description: String {
    switch kind {
    case .password: "a credential with a user name and a password <redacted>"
    case .token: "a credential with a bearer token <redacted>"
    }
  }

  public var debugDescription: String { description }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
