internal import ApusFiles
package import ApusX509

/// The functions that read certificate files and list the certificate files of a folder.
package enum CertificateFiles {
  /// The maximum number of bytes of a certificate file.
  package static let byteLimit = 64 << 20
  /// The maximum number of file names in a folder of certificates.
  package static let nameLimit = 20_000

  package static func contents(of path: String) throws(X509.FileError) -> [UInt8] {
    do throws(SystemError) {
      return try Files.contents(of: path, limit: byteLimit)
    } catch {
      throw .unreadable(path: path, error)
    }
  }

  /// Returns the paths of the regular files in a folder, except for hidden files.
  package static func paths(in folder: String) throws(X509.FileError) -> [String] {
    do throws(SystemError) {
      return try Files.entries(in: FilePath(folder), limit: nameLimit).compactMap(\.text)
        .filter { $0.utf8.first != 0x2e }
        .map { "\(folder)/\($0)" }.filter { Files.isRegularFile($0) }
    } catch {
      throw .unreadable(path: folder, error)
    }
  }
}
