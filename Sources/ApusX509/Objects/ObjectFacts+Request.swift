internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509.ObjectFacts {
  /// Reads the facts of a certification request in the PKCS #10 format.
  init(request der: [UInt8]) {
    self.init(.request)
    do throws(X509Error) {
      let request = try X509.CertificationRequest(der)
      add("subject", "subject", request.subject.grouped, lines: ["\(request.subject)"])
      addKey(request.publicKey)
      addSignature(of: request)
      for value in request.extensions { addExtension(value) }
      for attribute in request.attributes where attribute.type != .extensionRequest {
        addAttribute(attribute)
      }
      let digest = Hex.encode(SHA256.digest(of: der))
      add("SHA-256", "sha256", .text(digest))
    } catch {
      problem = .object(error)
    }
  }

  /// Checks that a certification request is signed with its own key. RFC 2986 section 4.2.
  private mutating func addSignature(of request: X509.CertificationRequest) {
    do throws(X509Error) {
      let isOwn = try request.isSignedByItself()
      add("signature", "isSignedByItself", .bool(isOwn), lines: [isOwn ? "by its key" : "WRONG"])
      if !isOwn { problem = .notSignedByItself }
    } catch {
      add("signature", "signatureProblem", .text("\(error)"))
    }
  }

  private mutating func addExtension(_ value: X509.Extension) {
    let name = value.oid.name ?? "\(value.oid)"
    let lines = value.value.words
    let critical = value.isCritical ? ["critical"] : []
    add(
      "requests", name,
      ["isCritical": .bool(value.isCritical), "values": .list(lines.map { .text($0) })],
      lines: [([name] + critical).joined(separator: ", ")] + lines.map { "  \($0)" })
  }

  /// Adds the facts of an attribute. The value of a challenge password is hidden, because the
  /// password is a shared secret.
  ///
  /// RFC 2985 section 5.4.1.
  private mutating func addAttribute(_ attribute: X509.CertificationRequest.Attribute) {
    let name = attribute.type.name ?? "\(attribute.type)"
    guard attribute.type != .challengePassword else {
      add("attribute", name, .text("<sensitive>"), lines: ["\(name) (not shown)"])
      return
    }
    let values = attribute.values.map { X509.Document.text(Base64.encode($0)) }
    add("attribute", name, .list(values), lines: [name])
  }
}

extension X509.Extension.Value {
  /// The values of the extensions that certification requests can contain, as lines of text.
  fileprivate var words: [String] {
    switch self {
    case .subjectAlternativeName(let value): value.names.map(\.description)
    case .keyUsage(let value): [value.description]
    case .extendedKeyUsage(let value): value.purposes.map { $0.name ?? "\($0)" }
    case .basicConstraints(let value): [value.isAuthority ? "authority" : "not an authority"]
    case .tlsFeature(let value): value.features.map { $0 == 5 ? "5 status_request" : "\($0)" }
    default: []
    }
  }
}
