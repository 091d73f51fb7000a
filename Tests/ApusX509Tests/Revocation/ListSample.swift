import ApusCrypto
import ApusX509

/// A revocation list made for a test, which can be wrong in many ways.
struct ListSample {
  var isVersion2 = true
  var issuer = X509.Name([.commonName: "root"])
  var thisUpdate = Authority.now - 3600
  var nextUpdate: Int64? = Authority.now + 3600
  /// Numbers with their extensions.
  var entries: [(X509.SerialNumber, [X509.Extension])] = []
  var extensions: [X509.Extension] = []
  /// A Boolean value that indicates whether a list without entries has an empty list of them.
  var hasEmptyEntryList = false
  /// A Boolean value that indicates whether its times have the form that years through 2049 must
  /// not have.
  var isGeneralized = false

  /// The list as DER, signed with a key.
  func der(by key: borrowing SigningKey) throws -> [UInt8] {
    var tbs = DERWriter()
    try tbs.writeSequence { (tbs) throws(ASN1Error) in
      if isVersion2 { tbs.writeInteger(1) }
      SignatureAlgorithm.ecdsa(.sha256).write(to: &tbs)
      tbs.writeRaw(issuer.der)
      try tbs.writeTime(time(thisUpdate))
      if let nextUpdate { try tbs.writeTime(time(nextUpdate)) }
      if !entries.isEmpty || hasEmptyEntryList {
        try tbs.writeSequence { (list) throws(ASN1Error) in
          for (number, extensions) in entries {
            try list.writeSequence { (entry) throws(ASN1Error) in
              entry.write(.integer, content: number.content)
              try entry.writeTime(ASN1.Time(secondsSinceEpoch: Self.revoked))
              guard !extensions.isEmpty else { return }
              entry.writeSequence { list in for one in extensions { one.write(to: &list) } }
            }
          }
        }
      }
      guard !extensions.isEmpty else { return }
      tbs.writeExplicit(0) { field in
        field.writeSequence { list in for one in extensions { one.write(to: &list) } }
      }
    }
    return try Authority.signed(tbs.bytes, by: key)
  }

  private func time(_ seconds: Int64) -> ASN1.Time {
    isGeneralized
      ? ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true)
      : ASN1.Time(secondsSinceEpoch: seconds)
  }

  func list(by key: borrowing SigningKey) throws -> X509.RevocationList {
    try X509.RevocationList(der(by: key))
  }

  /// The time of every revocation.
  static let revoked = Authority.now - 7200

  static func reason(_ reason: X509.RevocationReason) -> X509.Extension {
    X509.Extension(.other(.crlReason, [0x0a, 1, UInt8(reason.rawValue)]))
  }

  static func scope(_ point: X509.IssuingDistributionPoint) -> X509.Extension {
    X509.Extension(.other(.issuingDistributionPoint, point.der), isCritical: true)
  }
}
