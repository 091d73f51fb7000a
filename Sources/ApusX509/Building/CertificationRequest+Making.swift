internal import ApusASN1
public import ApusBytes
public import ApusCrypto

extension X509.CertificationRequest {
  /// Makes a request for a certificate of the public key that belongs to a private one.
  ///
  /// RFC 2986 section 4.2.
  public init(
    subject: X509.Name, extensions: [X509.Extension] = [], key: borrowing SigningKey,
    _ algorithm: SignatureAlgorithm? = nil, using random: some RandomSource
  ) throws(X509Error) {
    guard Set(extensions.map(\.oid)).count == extensions.count else {
      throw .forbidden(.noDuplicates)
    }
    let algorithm = try X509.signatureAlgorithm(algorithm, for: key.publicKey)
    let publicKey = key.publicKey
    var info = DERWriter(capacity: 512)
    info.writeSequence { info in
      info.writeInteger(0)
      subject.write(to: &info)
      publicKey.write(to: &info)
      info.write(.context(0, isConstructed: true)) { attributes in
        guard !extensions.isEmpty else { return }
        Self.writeRequest(of: extensions, to: &attributes)
      }
    }
    let signature = try X509.sign(info.bytes, key, algorithm, using: random)
    var request = DERWriter(capacity: info.bytes.count + signature.count + 32)
    request.writeSequence { request in
      request.writeRaw(info.bytes)
      algorithm.write(to: &request)
      request.writeBitString(signature)
    }
    try self.init(request.bytes)
  }

  private static func writeRequest(of extensions: [X509.Extension], to writer: inout DERWriter) {
    writer.writeSequence { attribute in
      attribute.writeOID(.extensionRequest)
      attribute.write(.set) { values in
        values.writeSequence { list in
          for one in extensions { one.write(to: &list) }
        }
      }
    }
  }
}
