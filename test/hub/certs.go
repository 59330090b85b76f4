package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// certs writes ca.crt, server.{crt,key}, sa.{key,pub} and client.{crt,key} (user "certified", group "hub:readers").
func certs(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: certs DIR")
	}
	dir := args[0]
	caKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	ca := template(pkix.Name{CommonName: "hub-ca"})
	ca.IsCA = true
	ca.KeyUsage = x509.KeyUsageCertSign
	if err := issue(dir, "ca", ca, ca, caKey, caKey); err != nil {
		return err
	}
	server := template(pkix.Name{CommonName: "kube-apiserver"})
	server.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	server.DNSNames = []string{"localhost", "kubernetes.default.svc"}
	server.IPAddresses = []net.IP{net.ParseIP("127.0.0.1"), net.ParseIP("10.0.0.1")}
	client := template(pkix.Name{CommonName: "certified", Organization: []string{"hub:readers"}})
	client.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
	for name, cert := range map[string]*x509.Certificate{"server": server, "client": client} {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			return err
		}
		if err := issue(dir, name, cert, ca, key, caKey); err != nil {
			return err
		}
	}
	serviceAccounts, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	if err := writeKey(dir, "sa", serviceAccounts); err != nil {
		return err
	}
	public, err := x509.MarshalPKIXPublicKey(&serviceAccounts.PublicKey)
	if err != nil {
		return err
	}
	return writePEM(filepath.Join(dir, "sa.pub"), "PUBLIC KEY", public)
}

func template(subject pkix.Name) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<62))
	return &x509.Certificate{
		SerialNumber:          serial,
		Subject:               subject,
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(10 * 24 * time.Hour),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment,
		BasicConstraintsValid: true,
	}
}

func issue(dir, name string, cert, parent *x509.Certificate, key, parentKey *rsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, cert, parent, &key.PublicKey, parentKey)
	if err != nil {
		return err
	}
	if err := writePEM(filepath.Join(dir, name+".crt"), "CERTIFICATE", der); err != nil {
		return err
	}
	return writeKey(dir, name, key)
}

func writeKey(dir, name string, key *rsa.PrivateKey) error {
	return writePEM(filepath.Join(dir, name+".key"), "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key))
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
