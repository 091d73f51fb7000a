extension Connections {
  /// The advice about a TLS failure, independent of the names of settings.
  ///
  /// A program changes a property of the session's configuration, and a user of the command-line
  /// tool types an option.
  package enum TLSHint: Equatable {
    /// The server may not speak TLS at the requested port.
    case otherProtocol
    /// The server supports none of the client's TLS versions.
    case olderVersion
    /// The server has no certificate for the host name.
    case unknownName
    /// The server accepts none of the offered TLS versions, cipher suites and key exchange groups.
    case nothingInCommon
    /// The server requires a client certificate.
    case certificateWanted
    /// The server rejects the client's certificate, or requires a client certificate.
    case certificateRefused
    /// The server requested a client certificate, but the client has no certificate.
    case nothingToSend
    /// The server lists certificate authorities, but none of them has issued the client certificate
    /// of the given name.
    case otherAuthority(name: String, wasSent: Bool)
    /// The server accepts no signature by the key of the client certificate of the given name.
    case otherKey(name: String)
    /// The server received the client certificate of the given name, and then ended the connection.
    case notAccepted(name: String)
  }
}

extension Connections.TLSHint {
  /// The names of the client certificate setting in an error message.
  package struct Setting {
    /// The advice for a client without a client certificate.
    package let first: String
    /// The start of a clause about the client certificate to use instead.
    package let other: String
    /// The sentence that names the setting of the client certificate.
    package let check: String
    /// The clause for a client certificate whose issuer is not in the server's list of authorities.
    package let unlisted: String

    package init(first: String, other: String, check: String, unlisted: String) {
      (self.first, self.other, self.check, self.unlisted) = (first, other, check, unlisted)
    }

    /// The setting names for a program: the property names of the session's configuration.
    static let ofSession = Setting(
      first: "set tls.identity", other: "set tls.identity to", check: "check tls.identity",
      unlisted: ", or tls.unlistedIdentities to .sent")
  }

  /// Returns the advice as a clause that contains the name of the setting.
  package func words(_ setting: Setting) -> String {
    let asked = "the server requested a client certificate"
    return switch self {
    case .otherProtocol:
      "the server closed the connection; does the server use TLS on this port?"
    case .olderVersion: "TLS versions before TLS 1.2 are not supported"
    case .unknownName: "the server has no certificate for the requested host name"
    case .nothingInCommon:
      "the server supports none of the offered TLS versions, cipher suites and groups"
    case .certificateWanted:
      "the server requires a client certificate: \(setting.first)"
    case .certificateRefused:
      "the server rejected the client certificate, or requires a client certificate: "
        + "\(setting.check)"
    case .nothingToSend: "\(asked), but the client has no certificate: \(setting.first)"
    case .otherAuthority(let name, wasSent: false):
      "\(asked) by an authority that did not issue the certificate of \(name), so the "
        + "client did not send that certificate: \(setting.other) a certificate by such an "
        + "authority\(setting.unlisted)"
    case .otherAuthority(let name, wasSent: true):
      "\(asked) by an authority that did not issue the sent certificate of \(name): "
        + "\(setting.other) a certificate by such an authority"
    case .otherKey(let name):
      "\(asked), but accepts no signature by the key of \(name), so the client did not "
        + "send that certificate: \(setting.other) a certificate with another kind of key"
    case .notAccepted(let name):
      "\(asked), and received the certificate of \(name): if the server rejects that "
        + "certificate, \(setting.other) another certificate"
    }
  }
}
