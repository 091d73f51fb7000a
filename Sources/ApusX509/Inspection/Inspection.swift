internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// All facts of a certificate, and an error for each part that cannot be read.
  ///
  /// An inspection can be shown as `text`, as JSON with `document`, or as `openSSLText`. The
  /// content of a certificate is untrusted, so all three forms escape characters that control a
  /// terminal.
  public struct Inspection: Sendable {
    /// An extension of the inspected certificate, decoded if possible.
    public struct Field: Sendable {
      /// The extension in encoded form.
      public let encoded: EncodedExtension
      /// The decoded value of the extension, or the error from reading the value.
      public let value: Result<Extension.Value, X509Error>
    }

    /// The inspected certificate.
    public let certificate: Certificate
    /// The summary of the certificate's public key.
    public let key: KeySummary
    /// The extensions of the certificate in their encoded order.
    public let fields: [Field]

    /// Creates an inspection by reading every part of a certificate.
    ///
    /// - Parameter certificate: The certificate, which can have flaws.
    public init(_ certificate: Certificate) {
      self.certificate = certificate
      key = KeySummary(certificate)
      let der = certificate.der
      fields = certificate.extensions.map { encoded in
        do throws(X509Error) {
          return Field(
            encoded: encoded, value: .success(try Extension.Value(encoded, in: der.span)))
        } catch {
          return Field(encoded: encoded, value: .failure(error))
        }
      }
    }

    /// The SHA-256 digest of the certificate.
    public var fingerprint: Fingerprint { certificate.fingerprint }

    /// The SHA-1 digest of the certificate, for old tools only.
    /// Security must not depend on a SHA-1 digest.
    public var legacyFingerprint: Fingerprint { certificate.legacyFingerprint }
  }
}

extension X509.Inspection {
  /// The name of the JSON schema of an inspection, which changes when the schema changes.
  public static let schema = "apus.certificate/1"

  /// All facts of the inspection, in the schema of `Fixtures/schemas/apus.certificate-1.json`.
  public var document: X509.Document {
    let der = certificate.der
    return .known([
      "schema": .text(Self.schema),
      "flaws": certificate.flaws.isEmpty
        ? nil : .list(certificate.flaws.map { .text($0.description) }),
      "version": .number(Int64(certificate.version.rawValue + 1)),
      "serialNumber": .text(certificate.serialNumber.description),
      "signatureAlgorithm": certificate.signatureAlgorithm.oid.document,
      "issuer": certificate.issuer.document,
      "validity": [
        "notBefore": .text("\(certificate.validity.notBefore)"),
        "notAfter": .text("\(certificate.validity.notAfter)"),
      ],
      "subject": certificate.subject.document,
      "publicKey": publicKey,
      "issuerUniqueID": certificate.issuerUniqueID.map { .text(Hex.encode(Array(der[$0.bytes]))) },
      "subjectUniqueID": certificate.subjectUniqueID.map {
        .text(Hex.encode(Array(der[$0.bytes])))
      },
      "extensions": .list(fields.map { $0.document(in: der) }),
      "signature": .text(Hex.encode(Array(der[certificate.signatureRange]))),
      "fingerprints": [
        "sha256": .text("\(fingerprint)"), "sha1": .text("\(legacyFingerprint)"),
      ],
      "der": .text(Base64.encode(der)),
    ])
  }

  private var publicKey: X509.Document {
    guard case .members(let facts) = key.document else { return key.document }
    let info = Array(certificate.der[certificate.publicKeyRange])
    return .members(
      [X509.Document.Member("algorithm", certificate.publicKeyInfo.algorithm.oid.document)] + facts
        + [
          X509.Document.Member("pin", .text(certificate.pin.description)),
          X509.Document.Member("der", .text(Base64.encode(info))),
        ])
  }
}

extension X509.Inspection.Field {
  fileprivate func document(in der: [UInt8]) -> X509.Document {
    let value: X509.Document? =
      switch self.value {
      case .success(let value): value.document
      case .failure: nil
      }
    let problem: X509.Document? =
      switch self.value {
      case .success: nil
      case .failure(let error): .text(error.description)
      }
    return .known([
      "oid": .text(encoded.oid.description),
      "name": encoded.oid.name.map { .text($0) },
      "isCritical": .bool(encoded.isCritical),
      "value": value,
      "problem": problem,
      "der": .text(Base64.encode(Array(der[encoded.value]))),
    ])
  }
}

extension OID {
  /// The number of the object identifier, and the name if the name is known.
  var document: X509.Document {
    .known(["oid": .text(description), "name": name.map { .text($0) }])
  }

  /// The name of the object identifier, or the number if the name is unknown.
  var shown: String { name ?? description }
}
