import ApusASN1
import ApusBytes
import ApusNames
import ApusNet
import ApusX509

/// The options for the subject, names and extensions of a certificate request or certificate.
struct SubjectOptions {
  static let options = [
    Option(
      "common-name", takes: "TEXT", "the common name of the subject; the first NAME by default"),
    Option("organization", takes: "TEXT", "the organization name of the subject"),
    Option(
      "purpose", takes: "server|client", "the purpose of the certificate; server by default"),
    Option(
      "template", takes: "FILE",
      "the file of a certificate or request whose subject, names and key uses are copied"),
  ]

  enum Use: String, CaseIterable {
    case server, client

    var purpose: OID {
      switch self {
      case .server: .serverAuthentication
      case .client: .clientAuthentication
      }
    }
  }

  /// The subject and the extensions of a certificate request or certificate.
  struct Content {
    var subject: X509.Name
    var names: [X509.GeneralName]
    /// The certificate extensions except the subject alternative names.
    var extensions: [X509.Extension]

    /// Returns all certificate extensions. The subject alternative names are critical if the
    /// subject is empty. RFC 5280 section 4.2.1.6.
    func allExtensions() throws(X509Error) -> [X509.Extension] {
      guard !names.isEmpty else { return extensions }
      let value = try X509.SubjectAlternativeName(names)
      return [X509.Extension(.subjectAlternativeName(value), isCritical: subject.isEmpty)]
        + extensions
    }
  }

  private let names: [X509.GeneralName]
  private let commonName: String?
  private let organization: String?
  private let use: Use
  private let template: FilePath?

  /// Reads the options of the command line. The operands are the names of the certificate.
  init(_ arguments: Arguments, names operands: [Word]) throws(UsageError) {
    var names: [X509.GeneralName] = []
    for operand in operands {
      let text = try Arguments.text(of: operand)
      guard let name = X509.GeneralName(typed: text) else { throw .invalidName(text) }
      names.append(name)
    }
    self.names = names
    // RFC 5280 appendix A.1 limits ub-common-name and ub-organization-name to 64 characters.
    commonName = try arguments.value("common-name", expected: "1 to 64 characters") {
      1...64 ~= $0.unicodeScalars.count ? $0 : nil
    }
    organization = try arguments.value("organization", expected: "1 to 64 characters") {
      1...64 ~= $0.unicodeScalars.count ? $0 : nil
    }
    use = try arguments.choice("purpose", default: .server)
    template = try arguments.path("template")
    for option in ["common-name", "organization", "purpose"] where arguments.has(option) {
      guard template == nil else { throw .contradiction("template", option) }
    }
    guard template != nil || !names.isEmpty || commonName != nil else {
      throw .missingOperand("NAME")
    }
  }

  /// Returns the subject and the extensions of the certificate, which a template file may provide.
  func content(_ console: Console) throws -> Content {
    if let template {
      var content = try Self.content(of: template, console)
      if !names.isEmpty { content.names = names }
      return content
    }
    var attributes: [X509.RelativeName] = []
    if let organization {
      attributes.append(X509.RelativeName(X509.Attribute(.organizationName, organization)))
    }
    if let name = commonName ?? names.lazy.compactMap(\.usualCommonName).first {
      attributes.append(X509.RelativeName(X509.Attribute(.commonName, name)))
    }
    let usage = try X509.KeyUsage(.digitalSignature)
    let purposes = try X509.ExtendedKeyUsage([use.purpose])
    return Content(
      subject: X509.Name(attributes), names: names,
      extensions: [
        X509.Extension(.keyUsage(usage), isCritical: true),
        X509.Extension(.extendedKeyUsage(purposes)),
      ])
  }

  /// Reads the subject and the extensions of a template file, without the extensions that only an
  /// issuer may set.
  private static func content(of path: FilePath, _ console: Console) throws -> Content {
    let bytes = try console.contents(of: path)
    let bundle = X509.Bundle(bytes)
    if !bundle.entries.isEmpty {
      let certificate = try bundle.certificate(at: 0)
      return Content(certificate.subject, try certificate.decodedExtensions())
    }
    var der = bytes
    if let section = bundle.others.first(where: { $0.label == .certificateRequest }) {
      der = try section.bytes(in: bytes.span)
    }
    guard let request = try? X509.CertificationRequest(der) else {
      throw MakingProblem.noTemplate(Console.shown(path))
    }
    return Content(request.subject, request.extensions)
  }
}

extension SubjectOptions.Content {
  /// Creates the subject and the extensions from a template, without the extensions that only an
  /// issuer may set.
  fileprivate init(_ subject: X509.Name, _ all: [X509.Extension]) {
    self.subject = subject
    names = []
    extensions = []
    for one in all {
      switch one.value {
      case .subjectAlternativeName(let value): names = value.names
      case .keyUsage, .extendedKeyUsage, .tlsFeature: extensions.append(one)
      default: continue
      }
    }
  }
}

extension X509.GeneralName {
  /// Creates a name from a host name, IP address, mail address or URI that the user typed.
  init?(typed text: String) {
    if text.utf8.contains(0x40), let mail = try? X509.IA5Text(text), !mail.isEmpty {
      self = .email(mail)
    } else if text.parts(around: "://").count > 1, let uri = try? X509.IA5Text(text) {
      self = .uri(uri)
    } else if let address = try? IPv6Address(text) {
      self = .ipv6(address)
    } else {
      let isWildcard = text.utf8.starts(with: "*.".utf8)
      guard let host = try? CanonicalHost(isWildcard ? String(text.dropFirst(2)) : text) else {
        return nil
      }
      switch host {
      case .ipv4(let address) where !isWildcard: self = .ipv4(address)
      case .ipv6(let address) where !isWildcard: self = .ipv6(address)
      case .name(let name):
        guard let dns = try? X509.IA5Text((isWildcard ? "*." : "") + "\(name)") else { return nil }
        self = .dns(dns)
      case .ipv4, .ipv6: return nil
      }
    }
  }

  /// The common name for a certificate whose first alternative name is this name. The value is
  /// `nil` for a URI and for a name that is too long for a common name.
  fileprivate var usualCommonName: String? {
    let text: String
    switch self {
    case .dns(let name), .email(let name): text = name.string
    case .ipv4(let address): text = "\(address)"
    case .ipv6(let address): text = "\(address)"
    default: return nil
    }
    return text.utf8.count <= 64 ? text : nil
  }
}
