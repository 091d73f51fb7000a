internal import ApusNet
internal import ApusX509

/// Reads certificates out of files and folders, PEM or DER.
enum CertificateFiles {
  /// How many bytes a file of certificates may have.
  static let byteLimit = 64 << 20
  /// How many names a folder may hold.
  static let nameLimit = 20_000

  static func contents(of path: String) throws(HTTPSession.TrustSourceError) -> [UInt8] {
    do throws(SystemError) {
      return try Files.contents(of: path, limit: byteLimit)
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// The paths of the regular files in a folder that have one of some endings, or any.
  static func paths(
    in folder: String, endings: [String]? = nil
  ) throws(HTTPSession.TrustSourceError) -> [String] {
    do throws(SystemError) {
      return try Files.entries(in: FilePath(folder), limit: nameLimit).compactMap(\.text)
        .filter { name in
          name.utf8.first != 0x2e
            && endings?.contains { hasEnding($0, name) } != false
        }
        .map { "\(folder)/\($0)" }.filter { Files.isRegularFile($0) }
    } catch {
      throw .unreadable(folder, error)
    }
  }

  private static func hasEnding(_ ending: String, _ name: String) -> Bool {
    name.utf8.count > ending.utf8.count
      && name.utf8.suffix(ending.utf8.count).elementsEqual(
        ending.utf8)
  }
}

extension X509.Bundle {
  /// Whether it holds no certificate, nor what was meant to be one.
  var isOther: Bool {
    entries.isEmpty && problems.allSatisfy { $0.error == .noCertificate }
  }
}
