import ApusASN1
import ApusBytes
import ApusTLS
import ApusX509

extension ServerVisit {
  /// The lines that describe the TLS parameters and all handshake messages except the certificates.
  var lines: [String] {
    var lines = ["\(server) (\(route.proxy.map { "through \($0)" } ?? "\(peer)"))"]
    switch outcome {
    case .success(let facts): lines.append("  " + facts.summary)
    case .failure(let error):
      lines.append(
        "  the TLS handshake failed after the server had sent its certificates: \(error)")
    }
    if name != server.host { lines.append("  server name \(name)") }
    lines.append("  stapled OCSP response: \(stapled)")
    if !presented.timestamps.isEmpty {
      lines.append("  signed certificate timestamps: \(presented.timestamps.count)")
    }
    return lines
  }

  /// The lines that describe the server's certificates in the sent order.
  var chainLines: [String] {
    ["  sent:"]
      + presented.encoded.enumerated().map { place, der in
        guard let certificate = try? X509.Certificate(der) else {
          return "  \(place)  cannot be read"
        }
        return "  \(place)  \(certificate.subject)\n     by \(certificate.issuer)"
      }
  }

  /// A description of the stapled OCSP response of the server. The response is parsed but not
  /// verified.
  private var stapled: String {
    guard let bytes = presented.stapledResponse else { return "none" }
    do throws(X509Error) {
      switch try X509.OCSPResponse(bytes) {
      case .unsuccessful(let failure): return "the OCSP responder reported a failure: \(failure)"
      case .basic(let response):
        return "of \(UnixTime(secondsSinceEpoch: response.producedAt.secondsSinceEpoch))"
      }
    } catch {
      return "cannot be read: \(error)"
    }
  }

  /// The properties of the TLS handshake as a document for JSON.
  var document: X509.Document {
    var members: [X509.Document.Member] = [
      X509.Document.Member("server", .text("\(server)")),
      X509.Document.Member("address", .text("\(peer)")),
      X509.Document.Member("serverName", .text("\(name)")),
    ]
    if let proxy = route.proxy { members.append(X509.Document.Member("proxy", .text("\(proxy)"))) }
    switch outcome {
    case .failure(let error): members.append(X509.Document.Member("failure", .text("\(error)")))
    case .success(let facts):
      members.append(X509.Document.Member("version", .text(facts.version.name)))
      members.append(X509.Document.Member("cipherSuite", .text(facts.suite.name)))
      if let group = facts.group {
        members.append(X509.Document.Member("group", .text(group.name)))
      }
      if let scheme = facts.serverScheme {
        members.append(X509.Document.Member("signatureScheme", .text(scheme.name)))
      }
      if let name = facts.applicationProtocol {
        members.append(
          X509.Document.Member("applicationProtocol", .text(String(decoding: name, as: UTF8.self))))
      }
      members.append(
        X509.Document.Member(
          "asksForClientCertificate", .bool(facts.clientAuthentication != .notRequested)))
    }
    if let response = presented.stapledResponse {
      members.append(X509.Document.Member("stapledResponse", .text(Base64.encode(response))))
    }
    members.append(
      X509.Document.Member("timestampCount", .number(Int64(presented.timestamps.count))))
    return .members(members)
  }
}
