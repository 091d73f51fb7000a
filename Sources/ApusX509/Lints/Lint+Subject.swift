internal import ApusASN1

extension X509.Lint {
  /// A certificate that lint rules examine, decoded once for all rules.
  struct Subject: Sendable {
    let certificate: X509.Certificate
    let inspection: X509.Inspection
    let name: X509.Name
    /// The extensions of the certificate that can be read.
    let values: [X509.Extension.Value]
    /// The alternative names of the certificate's subject.
    let names: [X509.GeneralName]
    let keyUsage: X509.KeyUsage?
    let purposes: [OID]?
    let isAuthority: Bool
    /// A Boolean value that indicates whether the certificate is for a TLS server.
    ///
    /// A server's certificate has the purpose of server authentication, or has no purposes but a
    /// host name or an address.
    let isServer: Bool

    init(_ certificate: X509.Certificate) {
      self.certificate = certificate
      inspection = X509.Inspection(certificate)
      name = certificate.subject
      values = inspection.fields.compactMap { try? $0.value.get() }
      names = (try? certificate.subjectAlternativeName)?.names ?? []
      keyUsage = try? certificate.keyUsage
      purposes = (try? certificate.extendedKeyUsage)?.purposes
      isAuthority = (try? certificate.basicConstraints)?.isAuthority ?? false
      let namesHosts = names.contains { name in
        switch name {
        case .dns, .ipv4, .ipv6: true
        case .other, .email, .x400, .directory, .ediParty, .uri, .registeredID: false
        }
      }
      isServer = !isAuthority && (purposes?.contains(.serverAuthentication) ?? namesHosts)
    }

    var key: X509.KeySummary { inspection.key }
    var notBefore: Int64 { certificate.validity.notBefore.secondsSinceEpoch }
    var isSelfIssued: Bool { certificate.isSelfIssued }

    /// The host names among the certificate's alternative names.
    var hostNames: [String] {
      names.compactMap { if case .dns(let text) = $0 { text.string } else { nil } }
    }

    func has(_ kind: X509.Extension.Kind) -> Bool { certificate.has(kind) }

    func isCritical(_ kind: X509.Extension.Kind) -> Bool {
      certificate.encodedExtension(kind)?.isCritical == true
    }

    /// Returns a Boolean value that indicates whether an extension is present and not critical.
    func isUncritical(_ kind: X509.Extension.Kind) -> Bool {
      certificate.encodedExtension(kind)?.isCritical == false
    }
  }
}

extension X509.Lint {
  /// Returns the first text that breaks a rule, in a form to display, or `nil` if no text breaks
  /// the rule.
  static func first(_ texts: [String], where isBroken: (String) -> Bool) -> String? {
    texts.first(where: isBroken).map { X509.shown($0) }
  }

  /// Returns the first item that occurs twice in a list, or `nil` if the list has no duplicates.
  static func firstTwice<Item: Hashable>(_ items: [Item]) -> Item? {
    var seen: Set<Item> = []
    return items.first { !seen.insert($0).inserted }
  }

  static let baseline = "CA/Browser Forum Baseline Requirements"
}
