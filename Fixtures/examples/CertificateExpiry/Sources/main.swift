// A checker of certificates that expire soon.
//
// It shows files of certificates, their names and their dates. `ApusX509Files` is the
// part of Apus for certificates in files, without the network.
//
//     swift run CertificateExpiry [FOLDER [DAYS]]
//
// The program reads all files of the folder, and ends with status 1 if a certificate expires within
// the days. Without arguments it reads the certificates of the tests, and only lists them.

import ApusX509Files
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let fixtures = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/chains"
let folder = arguments.first ?? fixtures
let days = arguments.dropFirst().first.flatMap { Int($0) } ?? 30

let scan = try X509.FolderScan(of: folder)
for problem in scan.problems { print("unreadable:", problem) }

var expiringCount = 0
for (path, certificate) in scan.certificates {
  let left = certificate.validity.daysLeft(at: .now)
  let file = path.split(separator: "/").last ?? ""
  print("\(file): \(certificate.subject): \(left) days left")
  if left <= days { expiringCount += 1 }
}
print("\(expiringCount) of \(scan.certificates.count) certificates expire within \(days) days")
if expiringCount > 0, !arguments.isEmpty { exit(1) }
