internal import ApusASN1

extension X509.RevocationList {
  /// Reads the lists of a file: PEM of any number, or DER of one.
  ///
  /// RFC 7468 section 6. The first that is malformed ends it.
  public static func lists(in file: [UInt8]) throws(X509Error) -> [X509.RevocationList] {
    guard file.first != 0x30 else { return [try X509.RevocationList(file)] }
    var encodings: [[UInt8]] = []
    do throws(ASN1Error) {
      for section in try PEM.sections(of: file.span) where section.label == .x509CRL {
        encodings.append(try section.bytes(in: file.span))
      }
    } catch {
      throw .pem(error)
    }
    var lists: [X509.RevocationList] = []
    for der in encodings { lists.append(try X509.RevocationList(der)) }
    return lists
  }
}
