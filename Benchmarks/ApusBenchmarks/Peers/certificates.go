// Reads certificates with Go's crypto/x509, beside ApusX509.
//
//	certificates readable BAG          a line of 0 or 1 for each certificate
//	certificates read BAG ROUNDS       nanoseconds of processor time, and the checksum of a round
//
// A bag is certificates as DER, each behind its length in four bytes, the highest first.
package main

import (
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
)

func main() {
	runtime.GOMAXPROCS(1)
	bytes, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	var bag [][]byte
	for len(bytes) > 0 {
		count := binary.BigEndian.Uint32(bytes)
		bag = append(bag, bytes[4:4+count])
		bytes = bytes[4+count:]
	}
	if os.Args[1] == "readable" {
		for _, der := range bag {
			if _, err := x509.ParseCertificate(der); err != nil {
				fmt.Println(0)
			} else {
				fmt.Println(1)
			}
		}
		return
	}
	rounds, _ := strconv.Atoi(os.Args[3])
	read(bag)
	var sum uint64
	start := processorNanoseconds()
	for round := 0; round < rounds; round++ {
		sum = read(bag)
	}
	fmt.Println(processorNanoseconds()-start, sum)
}

func read(bag [][]byte) (sum uint64) {
	for _, der := range bag {
		certificate, err := x509.ParseCertificate(der)
		if err != nil {
			panic(err)
		}
		sum += checksum(certificate)
	}
	return
}

// The same numbers that `CertificateSum` adds up.
func checksum(certificate *x509.Certificate) (sum uint64) {
	if certificate.SerialNumber.Sign() > 0 {
		sum += bytes(certificate.SerialNumber.Bytes())
	}
	for _, name := range certificate.DNSNames {
		sum += 3 + text(name)
	}
	for _, name := range certificate.EmailAddresses {
		sum += 5 + text(name)
	}
	for _, address := range certificate.IPAddresses {
		sum += 7 + bytes(address)
	}
	sum += 11 * uint64(len(certificate.URIs))
	for _, extension := range certificate.Extensions {
		sum += 13 * uint64(len(extension.Value))
	}
	sum += 17*uint64(certificate.KeyUsage) + bytes(certificate.SubjectKeyId) +
		bytes(certificate.AuthorityKeyId)
	sum += 19 * uint64(len(certificate.ExtKeyUsage)+len(certificate.UnknownExtKeyUsage))
	sum += 23 * uint64(len(certificate.PolicyIdentifiers))
	if certificate.IsCA {
		sum += 29 + uint64(certificate.MaxPathLen+1)
	}
	return
}

func bytes(values []byte) (sum uint64) {
	for _, value := range values {
		sum += uint64(value)
	}
	return
}

func text(value string) (sum uint64) {
	for index := 0; index < len(value); index++ {
		sum += uint64(value[index])
	}
	return
}

func processorNanoseconds() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
